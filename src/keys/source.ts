import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config';
import { writeAtomically } from '../embedded/file-lock';
import { ConfigError, keys256 } from '../kernel/declaration/setting';

/*
 * Where the sealing keys come from (docs/decisions/0077): the environment, the output of a command (a vault's, e.g.), or a file, which
 * is followed while the product runs. Whichever it is, the first key seals and all of them open.
 */

export interface KeySource {
  /** 32 bytes each; the first one seals. */
  readonly keys: readonly Buffer[];
  /** The file in which the keys stand, when it is one. */
  readonly file?: string;
}

type KeyConfig = Pick<Config, 'secretKeys' | 'secretKeyFile' | 'secretKeyCommand'>;

/** In the data folder: the key that `npm start` makes, and those that `tezgah keys rotate` puts beside it. */
export const KEY_FILE = 'secret.key';

const COMMAND_MS_MAX = 30_000;

/**
 * The keys that the settings state.
 * @returns undefined when they state none
 * @throws {ConfigError} when what is stated holds something else than keys
 * @throws {Error} when the command fails, which the next try may not
 */
export function statedKeys({ secretKeys, secretKeyFile, secretKeyCommand }: KeyConfig): KeySource | undefined {
  if (secretKeys.length > 0) return { keys: secretKeys };
  if (secretKeyFile !== '') return { keys: keysInFile(secretKeyFile), file: secretKeyFile };
  if (secretKeyCommand !== '')
    return { keys: keysIn(answerOf(secretKeyCommand), 'What TEZGAH_SECRET_KEY_COMMAND prints') };
  return undefined;
}

/** The keys that the settings state, or those of the data folder. @returns undefined when neither has any */
export function foundKeys(config: KeyConfig & Pick<Config, 'dataFolder'>): KeySource | undefined {
  const file = path.join(config.dataFolder, KEY_FILE);
  return statedKeys(config) ?? (existsSync(file) ? { keys: keysInFile(file), file } : undefined);
}

/** Makes a key as settings state it: 32 bytes in base64. */
export const newSecretKey = (): string => randomBytes(32).toString('base64');

/** The keys that the settings state, or those of the data folder, which is given one when it has none. */
export function ownKeys(config: KeyConfig & Pick<Config, 'dataFolder'>): KeySource {
  const stated = statedKeys(config);
  if (stated) return stated;
  const file = path.join(config.dataFolder, KEY_FILE);
  // The key is made once: with it, all that it sealed would be lost.
  if (!existsSync(file)) writeAtomically(file, newSecretKey(), 0o600);
  chmodSync(file, 0o600);
  return { keys: keysInFile(file), file };
}

/** @throws {ConfigError} when the file cannot be read, or holds something else than keys */
export function keysInFile(file: string): readonly Buffer[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(`The file of the secret keys cannot be read: ${(error as Error).message}.`);
  }
  return keysIn(text, file);
}

/** The file as it holds these keys, for nobody else to read. */
export function writeKeys(file: string, keys: readonly Buffer[]): void {
  writeAtomically(file, textOfKeys(keys), 0o600);
}

/** Writes the keys, one a line. */
export const textOfKeys = (keys: readonly Buffer[]): string => keys.map((key) => key.toString('base64')).join('\n');

function keysIn(text: string, where: string): readonly Buffer[] {
  try {
    const keys = keys256(text);
    if (keys.length > 0) return keys;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
  }
  throw new ConfigError(
    `${where} must hold keys of 32 bytes in base64, one a line: the first one seals, all of them open. Restore it from a backup.`,
  );
}

/** Reads the keys that a command prints, which are told nowhere. The command says its failure itself. */
function answerOf(command: string): string {
  try {
    return execFileSync('/bin/sh', ['-c', command], {
      encoding: 'utf8',
      timeout: COMMAND_MS_MAX,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  } catch (error) {
    const { status, signal } = error as { status?: number | null; signal?: string | null };
    throw new Error(
      `TEZGAH_SECRET_KEY_COMMAND failed (${signal ?? `it ended with ${status}`}): there are no keys to open secrets with.`,
    );
  }
}

/** Settings by which another process has the same keys. */
export type KeyEnvironment = Readonly<Record<string, string>>;

/** For processes of this product: what the settings state, or the file in the data folder, which is made when there is none. */
export function environmentOfKeys(config: KeyConfig & Pick<Config, 'dataFolder'>): KeyEnvironment {
  const { secretKeys, secretKeyFile, secretKeyCommand } = config;
  if (secretKeys.length > 0) return { TEZGAH_SECRET_KEY: secretKeys.map((key) => key.toString('base64')).join() };
  if (secretKeyFile === '' && secretKeyCommand !== '') return { TEZGAH_SECRET_KEY_COMMAND: secretKeyCommand };
  return { TEZGAH_SECRET_KEY_FILE: ownKeys(config).file as string };
}
