import { readFileSync } from 'node:fs';
import type { Config } from '../config';
import type { StatedServer } from '../config/sandboxes';
import { ConfigError } from '../kernel/declaration/setting';
import { SandboxClient } from './client';
import { sandboxFolder } from './driver/folder';
import { type Host, SandboxHosts } from './hosts';
import { socketOf } from './wire';

type Stated = Pick<Config, 'sandboxName' | 'sandboxes' | 'sandboxFolder' | 'dataFolder'>;

/** The hosts of an installation, as its settings name them. @throws {ConfigError} for a certificate that cannot be read */
export function statedHosts(config: Stated): SandboxHosts {
  const hosts = new Map<string, Host>([[config.sandboxName, new SandboxClient(socketOf(sandboxFolder(config)))]]);
  for (const [name, stated] of config.sandboxes)
    hosts.set(name, stated === 'gone' ? stated : new SandboxClient({ ...trustedAt(stated), secret: stated.secret }));
  return new SandboxHosts(hosts);
}

/** A server, and the certificates that are trusted there. @throws {ConfigError} */
export const trustedAt = ({ url, certificate }: StatedServer): { readonly url: string; readonly trusted?: string } =>
  certificate === '' ? { url } : { url, trusted: pemAt(certificate) };

/** The certificate of this machine and its key. @throws {ConfigError} */
export const certificateOf = ({ tlsCertificate, tlsKey }: Pick<Config, 'tlsCertificate' | 'tlsKey'>) => ({
  cert: pemAt(tlsCertificate),
  key: pemAt(tlsKey),
});

function pemAt(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(`${file} cannot be read: ${(error as Error).message}`);
  }
}
