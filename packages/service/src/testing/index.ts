export { Asker, newTokenKey, tokenKeysSetting } from './asker.ts';
export { badWords, wronglyTaken } from './refused-words.ts';
export { createTestPlatforms } from './test-platforms.ts';
export { whoMayCall } from './who-may-call.ts';
