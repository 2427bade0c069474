// Vitest runs this before each test file. Files share their modules, so a fixture's module runs
// only once: it registers cleanups, and hooks are added here.
import { afterAll, afterEach } from 'vitest';
import { runFileCleanups, runTestCleanups } from './cleanup.js';

afterEach(runTestCleanups);
afterAll(runFileCleanups);
