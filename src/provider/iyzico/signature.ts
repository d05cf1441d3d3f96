import { createHmac } from 'node:crypto';

export interface IyzicoKeys {
  readonly apiKey: string;
  readonly secretKey: string;
}

const hex = (secretKey: string, text: string): string => createHmac('sha256', secretKey).update(text).digest('hex');

/**
 * The headers that authenticate a request (docs.iyzico.com, "HMACSHA256 Auth").
 * @param path the path of the URL, without its query @param body the body as it is sent, empty when there is none
 * @param random a text that no other request has
 */
export function authHeaders({ apiKey, secretKey }: IyzicoKeys, path: string, body: string, random: string) {
  const signature = hex(secretKey, random + path + body);
  const token = `apiKey:${apiKey}&randomKey:${random}&signature:${signature}`;
  return { Authorization: `IYZWSv2 ${Buffer.from(token).toString('base64')}`, 'x-iyzi-rnd': random };
}

/** The signature of an answer, or of a browser's form. The fields have the order of the page "Response Signature Validation". */
export const answerSignature = (secretKey: string, fields: readonly string[]): string =>
  hex(secretKey, fields.join(':'));

/** An amount as signatures have it: without zeros at its end. */
export const signedAmount = (amount: string | number): string =>
  String(amount)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');

/** The signature of a webhook in `X-IYZ-SIGNATURE-V3`. The key and the fields follow one another without a separator. */
export const webhookSignature = (secretKey: string, fields: readonly string[]): string =>
  hex(secretKey, secretKey + fields.join(''));
