import { ConfigError } from '../declaration/setting';

const PLACE = '*';
/** A stand-in for the place while the rest is read as a URL. */
const SAMPLE = 'x';

/** Addresses of many hosts, one for each name: `http://*.localhost:4200`. */
export class HostPattern {
  /** The pattern as it was stated. */
  readonly pattern: string;
  private readonly protocol: string;
  /** All of the host name behind the place. */
  private readonly behind: string;
  private readonly port: string;

  /** @throws {ConfigError} */
  constructor(raw: string) {
    const sample = raw.replace(`://${PLACE}.`, `://${SAMPLE}.`);
    const url = URL.canParse(sample) ? new URL(sample) : undefined;
    if (sample === raw || sample.includes(PLACE) || !url || !/^https?:$/.test(url.protocol) || url.pathname !== '/')
      throw new ConfigError('must be an http or https address whose first label is *, e.g. https://*.example.com');
    this.pattern = raw.replace(/\/$/, '');
    this.protocol = url.protocol;
    this.behind = url.hostname.slice(SAMPLE.length);
    this.port = url.port === '' ? '' : `:${url.port}`;
  }

  /** The origin of one name. */
  urlOf(name: string): string {
    return `${this.protocol}//${name}${this.behind}${this.port}`;
  }

  /** @param hostname in small letters, without a port @returns the name for which it stands; undefined: none */
  nameIn(hostname: string): string | undefined {
    const name = hostname.endsWith(this.behind) ? hostname.slice(0, -this.behind.length) : '';
    return name === '' || name.includes('.') ? undefined : name;
  }

  /** The source of a policy that lets a page load of all these hosts. */
  get source(): string {
    return `${this.protocol}//${PLACE}${this.behind}${this.port}`;
  }
}

export const hostPattern = (raw: string): HostPattern => new HostPattern(raw);
