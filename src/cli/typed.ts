import { InvalidArgumentError } from 'commander';

export const ulid = (text: string): string =>
  /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(text) ? text : invalid('must be a ULID: 26 characters');

export function whole(text: string): number {
  return /^\d{1,10}$/.test(text) ? Number(text) : invalid('must be a whole number');
}

function invalid(message: string): never {
  throw new InvalidArgumentError(message);
}
