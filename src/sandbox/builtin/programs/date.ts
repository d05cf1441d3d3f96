import { program, Stop, spelled } from './program';
import { origin } from './respelled';

/** date, with steps from a day: `date -d '2026-02-28 +2 days'`, `'1 hour ago'`, `'next month'`; `-I` is a day alone. */
export const date = program('date', async (args, ctx) => {
  const long = { date: 'd', utc: 'u', universal: 'u', 'iso-8601': 'I', 'rfc-email': 'R', reference: 'r' };
  const precision = args
    .map((arg) => /^(?:-I|--iso-8601=)(date|hours|minutes|seconds|ns)$/.exec(arg)?.[1])
    .find(Boolean);
  const plain = args.map((arg) => (/^(?:-I|--iso-8601=)[a-z]/.test(arg) ? '-I' : arg));
  const { options, operands } = spelled(plain, { letters: 'd:uIRr:s:', long });
  const values = new Map(options);
  if (values.has('s')) throw new Stop('the clock cannot be set in this sandbox');
  const reference = values.get('r');
  const file =
    reference === undefined
      ? undefined
      : await ctx.fs.stat(ctx.fs.resolvePath(ctx.cwd, reference)).catch(() => undefined);
  if (reference !== undefined && !file) throw new Stop(`${reference}: No such file or directory`);
  const ask = async (of: readonly string[]) => {
    const result = await origin(ctx.origCommand)([...(values.has('u') ? ['-u'] : []), ...of]);
    if (result.exitCode !== 0) throw new Stop(`invalid date '${values.get('d')}'`);
    return result.stdout.trim();
  };
  const from = values.get('d');
  const seconds = file
    ? Math.floor(file.mtime.getTime() / 1_000)
    : from === undefined
      ? undefined
      : await moved(from, ask);
  const at = seconds === undefined ? [] : ['-d', `@${seconds}`];
  const iso = {
    hours: '+%Y-%m-%dT%H%z',
    minutes: '+%Y-%m-%dT%H:%M%z',
    seconds: '+%Y-%m-%dT%H:%M:%S%z',
    date: '+%F',
    ns: '+%F',
  };
  const form = values.has('I') ? [iso[(precision ?? 'date') as keyof typeof iso]] : operands;
  const result = await ask([...at, ...(values.has('R') ? ['-R'] : []), ...form]);
  return { out: `${values.has('I') ? result.replace(/([+-]\d\d)(\d\d)$/, '$1:$2') : result}\n` };
});

const UNITS = 'sec|second|min|minute|hour|day|week|fortnight|month|year';
const STEP = new RegExp(`([+-]?\\s*\\d+|\\bnext|\\blast|\\ba)\\s*(${UNITS})s?\\b(\\s+ago\\b)?`, 'gi');
const SECONDS: Readonly<Record<string, number>> = { sec: 1, second: 1, min: 60, minute: 60, hour: 3_600 };
const DAYS: Readonly<Record<string, number>> = { day: 1, week: 7, fortnight: 14 };

/** The second that steps from a day lead to. Days and months are steps of the calendar. */
async function moved(text: string, ask: (of: readonly string[]) => Promise<string>): Promise<number> {
  const steps: { readonly count: number; readonly unit: string }[] = [];
  const rest = text.replace(STEP, (_, count: string, unit: string, ago?: string) => {
    const number = /next|^a$/i.test(count) ? 1 : /last/i.test(count) ? -1 : Number(count.replace(/\s/g, ''));
    steps.push({ count: ago ? -number : number, unit: unit.toLowerCase() });
    return ' ';
  });
  const base = rest.trim() === '' ? 'now' : rest.trim();
  const seconds = Number(await ask(['-d', base, '+%s']));
  if (steps.length === 0) return seconds;
  // As if the clock of the place were that of UTC, whose days all have as many hours.
  const clock = new Date(`${await ask(['-d', `@${seconds}`, '+%Y-%m-%dT%H:%M:%S'])}Z`);
  for (const { count, unit } of steps) {
    if (unit === 'month') clock.setUTCMonth(clock.getUTCMonth() + count);
    else if (unit === 'year') clock.setUTCFullYear(clock.getUTCFullYear() + count);
    else if (DAYS[unit]) clock.setUTCDate(clock.getUTCDate() + count * DAYS[unit]);
  }
  const isCalendar = steps.some(({ unit }) => !SECONDS[unit]);
  const shown = clock.toISOString().slice(0, 19).replace('T', ' ');
  const start = isCalendar ? Number(await ask(['-d', shown, '+%s'])) : seconds;
  return steps.reduce((sum, { count, unit }) => sum + count * (SECONDS[unit] ?? 0), start);
}
