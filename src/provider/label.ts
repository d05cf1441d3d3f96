import { type CargoLabel, LABEL_BYTES_MAX, type LabelType, labelTypes } from './cargo-port';
import { ProviderAnswerInvalid, ProviderAnswerTooLarge, ProviderUnavailable } from './error';
import { fetchPicture, PictureLost } from './picture/fetch';
import type { PictureHost } from './picture/hosts';

/**
 * The label under an address that a provider has named. It is fetched as pictures are: from the hosts that the operator allows, without
 * credentials, and through no private network.
 * @param name the provider's name for people: messages begin with it
 * @throws ProviderUnavailable, ProviderAnswerInvalid, ProviderAnswerTooLarge
 */
export async function fetchLabel(
  name: string,
  address: string,
  hosts: readonly PictureHost[],
  signal: AbortSignal,
): Promise<CargoLabel> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of fetchPicture(address, hosts, { bytesMax: LABEL_BYTES_MAX, signal, accept: ACCEPT })) {
      size += chunk.byteLength;
      if (size > LABEL_BYTES_MAX)
        throw new ProviderAnswerTooLarge(`${name} has a label of more than ${LABEL_BYTES_MAX} bytes.`);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof PictureLost ? lost(name, error) : error;
  }
  const bytes = new Uint8Array(Buffer.concat(chunks));
  const type = labelTypeOf(bytes);
  if (!type) throw new ProviderAnswerInvalid(`${name} has something under the address of a label that is none.`);
  return { bytes, type };
}

const ACCEPT = `${labelTypes.join(', ')}, */*;q=0.1`;

/** Pictures and labels are lost for the same reasons, which are told of labels here. */
const lost = (name: string, cause: PictureLost): Error => {
  if (cause.kind === 'away')
    return new ProviderUnavailable(`${name} does not hand out the label now.`, undefined, { cause });
  return new ProviderAnswerInvalid(
    cause.kind === 'address'
      ? `${name} names an address of the label from which none are fetched.`
      : `${name} names an address of the label at which there is none, or a larger one than is read.`,
    { cause },
  );
};

/** The first bytes of each type. */
const SIGNATURES: readonly (readonly [LabelType, Buffer])[] = [
  ['application/pdf', Buffer.from('%PDF-')],
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
];

function labelTypeOf(bytes: Uint8Array): LabelType | undefined {
  const head = Buffer.from(bytes.subarray(0, 64));
  const known = SIGNATURES.find(([, signature]) => head.subarray(0, signature.length).equals(signature));
  if (known) return known[0];
  // ZPL is text, which a printer takes from its first command on.
  return /^\s*[\^~][A-Z]{2}/.test(head.toString('utf8')) ? 'application/zpl' : undefined;
}
