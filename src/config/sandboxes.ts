import path from 'node:path';
import { ConfigError, hostAndPort, oneOf, sealed, setting, text } from '../kernel/declaration/setting';
import { decoded, entriesIn, orEmpty, port, serviceKey } from './readers';

/** A server of another machine, over HTTPS. */
export interface StatedServer {
  readonly url: string;
  /** File of the certificates that are trusted there. Empty: those that the system trusts. */
  readonly certificate: string;
}

/** A sandbox program of another machine; `gone`: its machine and the folders there will not come back. */
export type StatedSandbox = (StatedServer & { readonly secret: string }) | 'gone';

const SERVER = 'https://host:port?certificate=/file.pem';

/** @throws {ConfigError} for what is no address */
function serverIn(raw: string): StatedServer & { readonly password: string } {
  const found = URL.canParse(raw) ? new URL(raw) : undefined;
  const isPlain =
    found && (found.pathname === '/' || found.pathname === '') && found.username === '' && found.hash === '';
  if (found?.protocol !== 'https:' || !isPlain) throw new ConfigError(`must look like ${SERVER}`);
  const { host, searchParams, password } = found;
  const certificate = searchParams.get('certificate') ?? '';
  return { url: `https://${host}`, certificate: certificate && path.resolve(certificate), password: decoded(password) };
}

/** The API for commands of workspaces. */
function apiServer(raw: string): StatedServer | undefined {
  if (raw === '') return undefined;
  const { password, ...server } = serverIn(raw);
  if (password !== '') throw new ConfigError(`must look like ${SERVER}`);
  return server;
}

/** Reads sandbox programs by the names of their hosts. */
const sandboxServers = (raw: string): ReadonlyMap<string, StatedSandbox> =>
  new Map(
    entriesIn(raw).map((pair): [string, StatedSandbox] => {
      const [, name, stated = ''] = /^([a-z0-9-]{1,32})=(.+)$/.exec(pair) ?? [];
      if (name === undefined)
        throw new ConfigError('must be pairs of name=address with commas between them, names in small letters');
      if (stated === 'gone') return [name, stated];
      const { password, ...server } = serverIn(stated);
      return [name, { ...server, secret: serviceKey(password) }];
    }),
  );

const hostName = (raw: string): string => {
  if (!/^[a-z0-9-]{1,32}$/.test(raw)) throw new ConfigError('must have 1 to 32 small letters, digits and hyphens');
  return raw;
};

const listensAt = (raw: string): { readonly hostname: string; readonly port: number } | undefined => {
  if (raw === '') return undefined;
  const [hostname = '', number] = hostAndPort(raw).split(':');
  return { hostname, port: port(String(number)) };
};

/** Settings of the programs that run commands of workspaces, on this machine and on others. */
export const sandboxes = {
  sandbox: setting(
    'TEZGAH_SANDBOX',
    'auto',
    'How commands of workspaces run. auto: by `bubblewrap` where that works, else by `builtin`, a bash that starts no program of the machine. none: they do not.',
    oneOf('auto', 'bubblewrap', 'builtin', 'none'),
  ),
  sandboxFolder: setting(
    'TEZGAH_SANDBOX_FOLDER',
    '',
    'Folder of the files of workspaces on this machine. Empty: `sandbox` in TEZGAH_DATA, and of the superuser one in /var/lib/tezgah-sandbox, since work runs as another user, who has to reach it.',
    text,
  ),
  sandboxName: setting(
    'TEZGAH_SANDBOX_NAME',
    'local',
    'Name of the sandbox program of this machine, as rows of workspaces bear it. Machines that share a database have different ones.',
    hostName,
  ),
  sandboxes: sealed(
    setting(
      'TEZGAH_SANDBOXES',
      '',
      'Sandbox programs of other machines by their names, e.g. `b=https://:secret@10.0.0.2:4300?certificate=/etc/tezgah/b.pem`; several with commas between them. API and worker read it. `b=gone`: that machine will not come back, and what was on it alone is lost.',
      sandboxServers,
    ),
  ),
  sandboxListen: setting(
    'TEZGAH_SANDBOX_LISTEN',
    '',
    'Address and port on which the sandbox program of this machine answers API and worker of other machines over HTTPS, e.g. `10.0.0.2:4300`. Needs TEZGAH_SANDBOX_SECRET and a certificate. Empty: it does not.',
    listensAt,
  ),
  sandboxSecret: sealed(
    setting(
      'TEZGAH_SANDBOX_SECRET',
      '',
      'What those send along, 32 characters or more: the password of its address in TEZGAH_SANDBOXES.',
      orEmpty(serviceKey),
    ),
  ),
  sandboxApi: setting(
    'TEZGAH_SANDBOX_API',
    '',
    'Address of the API for commands that other machines let run here, e.g. `https://10.0.0.1:4301?certificate=/etc/tezgah/a.pem`. Empty: they reach nothing.',
    apiServer,
  ),
  doorListen: setting(
    'TEZGAH_DOOR_LISTEN',
    '',
    'Address and port on which an API answers commands of workspaces that run on other machines, over HTTPS. It takes their passes alone, and needs a certificate. Empty: it does not.',
    listensAt,
  ),
  tlsCertificate: setting(
    'TEZGAH_TLS_CERTIFICATE',
    '',
    'File of the certificate, as PEM, of this machine for TEZGAH_SANDBOX_LISTEN and TEZGAH_DOOR_LISTEN. It is read at the start.',
    text,
  ),
  tlsKey: setting('TEZGAH_TLS_KEY', '', 'File of the key of that certificate, as PEM.', text),
};
