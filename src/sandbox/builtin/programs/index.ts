import type { Command } from 'just-bash';
import { absent } from './absent';
import { awk } from './awk';
import { checksums } from './checksums';
import { cmp } from './cmp';
import { date } from './date';
import { diff } from './diff';
import { env } from './env';
import { grep } from './grep';
import { iconv } from './iconv';
import { ls } from './ls';
import { mktemp } from './mktemp';
import { od } from './od';
import { respelled } from './respelled';
import { sed } from './sed';
import { stat } from './stat';
import { tr } from './tr';
import { xargs } from './xargs';
import { xxd } from './xxd';

/** Programs that the interpreter lacks, and those of its own that answered something else than others do. */
export const programs: readonly Command[] = [
  iconv,
  mktemp,
  cmp,
  xxd,
  xargs,
  ...respelled,
  ls,
  od,
  diff,
  date,
  awk,
  sed,
  tr,
  stat,
  env,
  ...grep,
  ...checksums,
  ...absent,
];
