import { takeCoverage } from 'node:v8';
import { afterAll } from 'vitest';

// Vitest ends its workers by a signal, on which Node writes no report: each file of tests has one written.
afterAll(() => takeCoverage());
