import type { FieldError } from '../kernel/errors';
import { compareVersions } from '../kernel/version';
import type { Manifest, Migration } from '../provider/manifest';
import { publishedAs } from './provider/providers';
import { configErrors } from './readiness';

type Config = Readonly<Record<string, unknown>>;
type ConfigStep = Migration['steps'][number];

export interface Migrated {
  readonly config: Config;
  /** False: something that the store has entered is lost on the way. */
  readonly lossless: boolean;
  /** Errors in the first version whose form the configuration does not fit; empty when it fits all the way. */
  readonly errors: readonly FieldError[];
  /** The version that it got to. */
  readonly version: string;
}

/**
 * Brings a configuration of an earlier version into the form of this one: migration by migration, each held against the version that it
 * leads to. A version with which no migration begins goes on as it is.
 */
export function migrated(manifest: Manifest, from: string, kept: Config): Migrated {
  let config = kept;
  let version = from;
  let lossless = true;
  for (const migration of pathFrom(from, manifest.migrations ?? [])) {
    config = migration.steps.reduce(migratedConfig, config);
    version = migration.to;
    lossless &&= migration.lossless;
    const reached = version === manifest.version ? manifest : publishedAs(manifest.key, version);
    const errors = reached ? configErrors(reached, config) : [];
    if (errors.length > 0) return { config, lossless, errors, version };
  }
  return { config, lossless, errors: configErrors(manifest, config), version: manifest.version };
}

function pathFrom(version: string, migrations: readonly Migration[]): Migration[] {
  const path: Migration[] = [];
  let at = version;
  for (const migration of migrations.toSorted((left, right) => compareVersions(left.from, right.from)))
    if (compareVersions(migration.from, at) >= 0) {
      path.push(migration);
      at = migration.to;
    }
  return path;
}

function migratedConfig(config: Config, { rename, default: preset, map, drop }: ConfigStep): Config {
  const fields = new Map(Object.entries(config));
  if (rename && fields.has(rename.from)) {
    fields.set(rename.to, fields.get(rename.from));
    fields.delete(rename.from);
  }
  if (preset && !fields.has(preset.field)) fields.set(preset.field, preset.value);
  if (map && fields.has(map.field)) fields.set(map.field, mapped(fields.get(map.field), map.values));
  if (drop) fields.delete(drop.field);
  return Object.fromEntries(fields);
}

/** Maps a value, and each value of a list; a value that is not among them stays. */
function mapped(value: unknown, values: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(value)) return value.map((each) => mapped(each, values));
  return typeof value === 'string' && Object.hasOwn(values, value) ? values[value] : value;
}
