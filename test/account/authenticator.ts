import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** Bits of what an authenticator says of its user: present, verified; and that it tells of a new credential. */
const FLAGS = { present: 0x01, verified: 0x04, credential: 0x40 };

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();

interface Asked {
  readonly challenge: string;
}

/** The values that a liar states in the place of a browser's. */
interface Lie {
  readonly origin?: string;
  readonly rpId?: string;
  readonly verified?: boolean;
  readonly counter?: number;
  readonly key?: KeyObject;
  readonly userHandle?: string;
}

/** An authenticator with one credential of ES256, and the browser beside it: they sign what they are told to sign. */
export class Authenticator {
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly id = randomBytes(16);
  counter = 0;
  private userHandle = '';

  constructor(
    private readonly origin: string,
    private readonly verifies = true,
  ) {}

  /** The public key as COSE has it. */
  get publicKey(): Uint8Array {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]);
    return isoCBOR.encode(key);
  }

  private get rpId(): string {
    return new URL(this.origin).hostname;
  }

  private clientData(type: string, { challenge }: Asked, { origin = this.origin }: Lie): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  private data(
    { rpId = this.rpId, verified = this.verifies, counter = this.counter }: Lie,
    credential?: Buffer,
  ): Buffer {
    const flags = FLAGS.present | (verified ? FLAGS.verified : 0) | (credential ? FLAGS.credential : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, credential ?? Buffer.alloc(0)]);
  }

  /** Makes the credential, as `navigator.credentials.create` does. */
  create(asked: Asked & { readonly user: { readonly id: string } }, lie: Lie = {}) {
    this.userHandle = asked.user.id;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, this.publicKey]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(this.data(lie, credential))],
    ]);
    return {
      id: this.id.toString('base64url'),
      clientDataJSON: this.clientData('webauthn.create', asked, lie).toString('base64url'),
      attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
      transports: ['internal'],
    };
  }

  /** Answers a challenge, as `navigator.credentials.get` does, and counts that unless told otherwise. */
  get(asked: Asked, lie: Lie = {}) {
    if (lie.counter === undefined) this.counter += 1;
    const clientData = this.clientData('webauthn.get', asked, lie);
    const data = this.data(lie);
    const signature = createSign('sha256')
      .update(Buffer.concat([data, sha256(clientData)]))
      .sign(lie.key ?? this.keys.privateKey);
    return {
      id: this.id.toString('base64url'),
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: lie.userHandle ?? this.userHandle,
    };
  }
}
