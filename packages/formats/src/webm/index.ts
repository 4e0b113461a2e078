// The film of a map as a file, fetched only by who makes one.

export { type WebmCodec, type WebmColours, WebmWriter } from './webm-writer.ts';
