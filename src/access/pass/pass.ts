import { createHmac, timingSafeEqual } from 'node:crypto';
import { DerivedRing, type KeyRing } from '../../kernel/personal/key-ring';

/** A pass names one life of the files of one workspace, and the token that its bearer acts as. */
export interface Pass {
  readonly storeId: string;
  readonly workspaceId: string;
  readonly epoch: number;
  /** null: an owner asked, and the workspace has no token that lives. */
  readonly tokenId: string | null;
  /** The end of the pass, in ms since 1970. */
  readonly until: number;
}

const PREFIX = 'tzg_box_';
/** More than any pass has. */
const LENGTH_MAX = 512;

/** Signs the credentials of sandboxes, and knows them again. They are kept nowhere. */
export class Passes {
  private readonly keys: DerivedRing;

  constructor(ring: KeyRing) {
    this.keys = new DerivedRing(ring, 'workspace pass');
  }

  sign({ storeId, workspaceId, epoch, tokenId, until }: Pass): string {
    const said = Buffer.from(JSON.stringify([storeId, workspaceId, epoch, tokenId, until])).toString('base64url');
    return `${PREFIX}${said}.${signatureOf(this.keys.current, said).toString('base64url')}`;
  }

  /** @returns undefined for one that was not signed here, or that is over */
  read(pass: string, now: Date): Pass | undefined {
    if (!pass.startsWith(PREFIX) || pass.length > LENGTH_MAX) return undefined;
    const [said = '', signature = ''] = pass.slice(PREFIX.length).split('.');
    const given = Buffer.from(signature, 'base64url');
    const isOurs = this.keys.all.some((key) => {
      const wanted = signatureOf(key, said);
      return given.length === wanted.length && timingSafeEqual(given, wanted);
    });
    if (!isOurs) return undefined;
    const [storeId, workspaceId, epoch, tokenId, until] = JSON.parse(
      Buffer.from(said, 'base64url').toString('utf8'),
    ) as [string, string, number, string | null, number];
    return until > now.getTime() ? { storeId, workspaceId, epoch, tokenId, until } : undefined;
  }
}

const signatureOf = (key: Buffer, said: string): Buffer => createHmac('sha256', key).update(said).digest();
