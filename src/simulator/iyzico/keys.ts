import { createHmac } from 'node:crypto';
import type { Call } from '../kit/endpoint';
import { badSignature, unknownKey } from './errors';

export interface Keys {
  readonly apiKey: string;
  readonly secretKey: string;
}

const SCHEME = /^IYZWSv2 ([A-Za-z0-9+/=]+)$/;
const TOKEN = /^apiKey:(.*)&randomKey:(.*)&signature:([0-9a-f]{64})$/;

/** The keys of the account, and what is signed with them. */
export class Signer {
  constructor(readonly keys: Keys) {}

  /** @param path without its query @throws {Failure} of a request that the account has not signed */
  assertSigned(path: string, { headers, body }: Pick<Call, 'headers' | 'body'>): void {
    const [, token = ''] = SCHEME.exec(String(headers.authorization)) ?? [];
    const [, apiKey, random = '', signature] = TOKEN.exec(Buffer.from(token, 'base64').toString('utf8')) ?? [];
    if (apiKey !== this.keys.apiKey) throw unknownKey();
    if (headers['x-iyzi-rnd'] !== random) throw badSignature();
    if (signature !== this.hex(random + path + body.toString('utf8'))) throw badSignature();
  }

  /** What an answer, or the form of a browser, is signed with: its fields with colons between them, amounts without zeros at their end. */
  sign(...fields: readonly (string | number)[]): string {
    return this.hex(fields.join(':'));
  }

  signWebhook(...fields: readonly string[]): string {
    return this.hex(this.keys.secretKey + fields.join(''));
  }

  private hex(text: string): string {
    return createHmac('sha256', this.keys.secretKey).update(text).digest('hex');
  }
}
