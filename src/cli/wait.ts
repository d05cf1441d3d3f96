import type { Command } from 'commander';
import type { Answer } from './client';
import type { Context } from './context';
import { whole } from './typed';

/** Adds --wait to a command that starts work. */
export const addWait = (command: Command): Command =>
  command.option('--wait <seconds>', 'wait for the end of the work that it starts, 20 seconds at most', whole);

export const preferring = (seconds: number | undefined): Readonly<Record<string, string>> =>
  seconds === undefined ? {} : { Prefer: `wait=${seconds}` };

/** Says of work that was waited for what its answer does not; work that has ended in vain ends the program as a refusal does. */
export function noteEnd({ status, body, headers }: Answer, seconds: number | undefined, context: Context): void {
  if (seconds === undefined || body?.proposed === true) return;
  if (status === 202) context.terminal.note('The work goes on: its end did not come while you waited.');
  if (headers.get('Work-State') === 'failed') context.ending = 'refused';
}
