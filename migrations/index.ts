import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { MigrationInterface } from 'typeorm';

type Migration = new () => MigrationInterface;

const isMigration = (exported: unknown): exported is Migration =>
  typeof exported === 'function' && typeof exported.prototype?.up === 'function';

const FILE = /^\d{13}-[a-z0-9-]+\.(ts|js)$/;

/** In the order of their times, each from a file of its own. A released migration is never edited. */
export const migrations: readonly Migration[] = readdirSync(__dirname)
  .filter((name) => FILE.test(name))
  .sort()
  .flatMap((name) => Object.values(require(path.join(__dirname, name)) as object).filter(isMigration));
