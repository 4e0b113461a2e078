export { Asker, newTokenKey, tokenKeysSetting } from './asker.ts';
export { createTestPlatforms } from './test-platforms.ts';
