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

const [baseline] = migrations;

/** The schema of release 0.1.0, by the name of the last of the steps that led to it. No database has a migration of a later one without it. */
export const baselineName: string = baseline?.name ?? '';

/** @param name of a migration @returns whether it is one of the steps that led to the baseline: none of them is there any more */
export const isBeforeBaseline = (name: string): boolean => numberOf(name) < numberOf(baselineName);

/** Milliseconds since 1970, with which the name of a migration ends; 0: the name has none. */
const numberOf = (name: string): number => Number(/\d{13}$/.exec(name)?.[0] ?? 0);
