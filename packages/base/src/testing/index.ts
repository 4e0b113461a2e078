export { anyText } from './any-text.ts';
export { seededRandom } from './seeded-random.ts';
export { VirtualClock } from './virtual-clock.ts';
