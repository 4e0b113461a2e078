export { createTestPlatforms } from './test-platforms.ts';
