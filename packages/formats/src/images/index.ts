export { imageKindOf, type ImageKind, imageText, largestIcon, svgRootAt, TAKEN } from './image-kinds.ts';
export { type ImageSize, sizedSvg } from './svg-size.ts';
export { isDrawable, partsOfSvg } from './svg-work.ts';
