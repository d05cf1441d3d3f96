import type { Command } from 'commander';
import type { Answer } from './client';
import type { Terminal } from './terminal';
import { whole } from './typed';

/** Of what starts work that may be waited for. */
export const addWait = (command: Command): Command =>
  command.option('--wait <seconds>', 'wait for the end of the work that it starts, 20 seconds at most', whole);

export const preferring = (seconds: number | undefined): Readonly<Record<string, string>> =>
  seconds === undefined ? {} : { Prefer: `wait=${seconds}` };

export function noteGoingOn({ status, body }: Answer, seconds: number | undefined, terminal: Terminal): void {
  if (seconds !== undefined && status === 202 && body?.proposed !== true)
    terminal.note('The work goes on: its end did not come while you waited.');
}
