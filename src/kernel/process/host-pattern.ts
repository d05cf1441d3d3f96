import { ConfigError } from '../declaration/setting';

/** Addresses of many hosts, one for each name: `http://*.localhost:4200`. */
export interface HostPattern {
  /** As it was stated. */
  readonly pattern: string;
  /** The origin of one name. */
  urlOf(name: string): string;
  /** @param hostname in small letters, without a port @returns the name for which it stands; undefined: none */
  nameIn(hostname: string): string | undefined;
}

const PLACE = '*';
/** Stands for the place while the rest is read as a URL. */
const SAMPLE = 'x';

/** @throws {ConfigError} */
export function hostPattern(raw: string): HostPattern {
  const sample = raw.replace(`://${PLACE}.`, `://${SAMPLE}.`);
  const url = URL.canParse(sample) ? new URL(sample) : undefined;
  if (sample === raw || sample.includes(PLACE) || !url || !/^https?:$/.test(url.protocol) || url.pathname !== '/')
    throw new ConfigError('must be an http or https address whose first label is *, e.g. https://*.example.com');
  const behind = url.hostname.slice(SAMPLE.length);
  const port = url.port === '' ? '' : `:${url.port}`;
  return {
    pattern: raw.replace(/\/$/, ''),
    urlOf: (name) => `${url.protocol}//${name}${behind}${port}`,
    nameIn(hostname) {
      const name = hostname.endsWith(behind) ? hostname.slice(0, -behind.length) : '';
      return name === '' || name.includes('.') ? undefined : name;
    },
  };
}
