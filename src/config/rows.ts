import path from 'node:path';
import { furtherProviders } from '../extension/provider/load';
import { flag, integer, keys256, networks, sealed, setting, text, url } from '../kernel/declaration/setting';
import { ground } from './ground';
import { orEmpty } from './readers';
import { sandboxes } from './sandboxes';
import { shops } from './shops';
import { storage } from './storage';
import { logs, metrics, traces } from './telemetry';

/** Every setting of the product itself, in the order in which docs/configuration.md lists them. */
export const settings = {
  ...ground,
  ...metrics,
  ...shops,
  ...traces,
  throttlePerMinute: setting(
    'TEZGAH_THROTTLE_PER_MINUTE',
    '120',
    'Calls that one token may make in any 60 seconds (a sliding window), every 64 KiB of a body, or 1 MiB of a file that is brought, counting as one more; an owner’s session five times as many.',
    integer(1, 100_000_000),
  ),
  anonymousPerMinute: setting(
    'TEZGAH_ANONYMOUS_PER_MINUTE',
    '300',
    'Calls that one client address may make in any 60 seconds without a credential that has proven good; of files under `/media/` it may read twenty times as many.',
    integer(1, 100_000_000),
  ),
  ...storage,
  trustedProxies: setting(
    'TEZGAH_TRUSTED_PROXIES',
    '',
    'Addresses or networks of the proxies in front, e.g. `10.0.0.7, fd00::/8`: their X-Forwarded-For says who calls. Empty: all clients of a proxy count as one.',
    networks,
  ),
  secretKeys: sealed(
    setting(
      'TEZGAH_SECRET_KEY',
      '',
      'Key that seals secrets at rest, 32 bytes in base64; while it is rotated, several with commas between them: the first seals, all open. `npm start` makes one in TEZGAH_DATA; the parts alone need it here, in a file or by a command.',
      keys256,
    ),
  ),
  secretKeyFile: setting(
    'TEZGAH_SECRET_KEY_FILE',
    '',
    'In the place of TEZGAH_SECRET_KEY: a file with the keys, one a line, which is followed while the product runs.',
    orEmpty(path.resolve),
  ),
  secretKeyCommand: setting(
    'TEZGAH_SECRET_KEY_COMMAND',
    '',
    'In the place of TEZGAH_SECRET_KEY: a command line that prints the keys, one a line. It runs when a process starts.',
    text,
  ),
  smtpUrl: sealed(
    setting(
      'SMTP_URL',
      '',
      'Mail server, e.g. smtps://user:password@mail.example.com; empty: mails are kept, and an owner sends them in the panel once there is one.',
      orEmpty(url('smtp:', 'smtps:')),
    ),
  ),
  mailFrom: setting(
    'TEZGAH_MAIL_FROM',
    'Tezgâh <tezgah@localhost>',
    'Sender of mails. They bear the name of their store, and the address of this one: of a domain for which the mail server answers.',
    text,
  ),
  furtherProviders,
  strict: setting(
    'TEZGAH_STRICT',
    '0',
    '1: an answer or a refusal that a capability does not declare fails. For those who build capabilities.',
    flag,
  ),
  ...sandboxes,
  ...logs,
};
