import { isIP } from 'node:net';

/** One environment variable that the product reads. The table of docs/configuration.md and the check at the start both come from such rows. */
export interface Setting<T> {
  readonly name: string;
  readonly fallback: string | undefined;
  readonly meaning: string;
  /** True for a secret, or a setting that may hold one: a fault of it is told without its value. */
  readonly sealed?: true;
  read(raw: string): T;
}

export class ConfigError extends Error {}

export const text = (raw: string): string => raw;

export const oneOf =
  <const V extends readonly string[]>(...values: V) =>
  (raw: string): V[number] => {
    if (!values.includes(raw)) throw new ConfigError(`must be one of ${values.join(', ')}`);
    return raw;
  };

export const integer =
  (min: number, max: number) =>
  (raw: string): number => {
    const value = Number(raw);
    if (!Number.isInteger(value) || value < min || value > max) {
      throw new ConfigError(`must be a whole number from ${min} to ${max}`);
    }
    return value;
  };

export const flag = (raw: string): boolean => oneOf('0', '1')(raw) === '1';

export const url =
  (...protocols: string[]) =>
  (raw: string): string => {
    if (!URL.canParse(raw) || !protocols.includes(new URL(raw).protocol)) {
      throw new ConfigError(
        `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
      );
    }
    return raw;
  };

export const hostAndPort = (raw: string): string => {
  if (!/^[^\s/:]+:\d{1,5}$/.test(raw)) throw new ConfigError('must look like host:port');
  return raw;
};

/** Keys with commas or line breaks between them. */
export const keys256 = (raw: string): readonly Buffer[] =>
  raw
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((each) => {
      const key = Buffer.from(each, 'base64');
      if (key.length !== 32) throw new ConfigError('must be 32 bytes in base64 (openssl rand -base64 32)');
      return key;
    });

/** Addresses and networks in CIDR form. */
export const networks = (raw: string): readonly string[] => {
  const entries = raw.split(/[\s,]+/).filter(Boolean);
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const bitsMax = isIP(address) === 6 ? 128 : 32;
    if (isIP(address) === 0 || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax)))
      throw new ConfigError('must be addresses or networks with commas between them, e.g. 10.0.0.7, fd00::/8');
  }
  return entries;
};

export const setting = <T>(
  name: string,
  fallback: string | undefined,
  meaning: string,
  read: (raw: string) => T,
): Setting<T> => ({ name, fallback, meaning, read });

/** One whose value is told to nobody, also when it is wrong. */
export const sealed = <T>(of: Setting<T>): Setting<T> => ({ ...of, sealed: true });

/** The settings by their names in this product. */
export type Settings = Readonly<Record<string, Setting<unknown>>>;

type Read<S> = S extends Setting<infer T> ? T : never;
export type Values<S extends Settings> = { readonly [K in keyof S]: Read<S[K]> };

/** @param problems gets a line for each setting that is wrong */
export function valuesOf<S extends Settings>(
  settings: S,
  environment: NodeJS.ProcessEnv,
  problems: string[],
): Values<S> {
  const values: Record<string, unknown> = {};
  for (const [key, { name, fallback, sealed, read }] of Object.entries(settings)) {
    const raw = environment[name] ?? fallback ?? '';
    try {
      values[key] = read(raw === '' && fallback ? fallback : raw);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      problems.push(`${name} ${error.message} (${sealed ? 'what it is is not told' : `it is ${JSON.stringify(raw)}`})`);
    }
  }
  return values as Values<S>;
}
