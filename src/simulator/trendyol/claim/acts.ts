import type { Call } from '../../kit/endpoint';
import type { ProviderError } from '../errors';
import { listIn, objectIn } from '../order/body';
import { refusedAct, refusedOrder } from '../order/errors';
import type { Claim, ClaimItem, Claims } from './book';
import type { ClaimKnobs } from './knobs';
import { ANALYSIS, issueReasons, NOT_RECEIVED, WITHOUT_FILE } from './reasons';

const DAY_MS = 86_400_000;
const DESCRIPTION_MAX = 500;
const FILE_TYPES = ['application/pdf', 'image/jpeg', 'image/png'];

interface Around {
  readonly claims: Claims;
  readonly knobs: ClaimKnobs;
  readonly now: () => number;
  readonly scale: () => number;
}

/** Sellers' acts upon claims. */
export class ClaimActs {
  /** Counts for each item how often it was asked for, and how often it was done. */
  readonly counts = new Map<string, { asked: number; done: number }>();
  /** The waiting of each item that was answered last. */
  private readonly answered = new Map<string, number>();
  /** Acts upon what had been acted upon since it waits. */
  secondActs = 0;

  constructor(private readonly around: Around) {}

  /** @throws {ProviderError} 400, 404 */
  approve({ path, body }: Call): string {
    const claim = this.find(path.claimId);
    const items = this.items(claim, listIn(objectIn(body), 'claimLineItemIdList'));
    for (const item of items) this.around.claims.approve(claim, item);
    this.done(items);
    return '200 OK';
  }

  /** @throws {ProviderError} 400, 404 */
  async issue({ path, query, body, headers }: Call): Promise<string> {
    const claim = this.find(path.claimId);
    const items = this.items(claim, query.get('claimItemIdList')?.split(',') ?? []);
    const reason = Number(query.get('claimIssueReasonId'));
    if (!issueReasons[reason]) throw this.bad('claimIssueReasonId geçersiz.');
    const description = query.get('description') ?? '';
    if (description.trim() === '' || description.length > DESCRIPTION_MAX) throw this.bad('description geçersiz.');
    const { now, scale, claims, knobs } = this.around;
    if (reason === NOT_RECEIVED && now() - claim.createdMs < DAY_MS / scale())
      throw this.bad('Bu neden iade oluşturulduktan sonraki ilk 24 saatte seçilemez.');
    const files = await filesIn(body, headers['content-type'], knobs.fileField);
    if (files.length === 0 && !WITHOUT_FILE.includes(reason)) throw this.bad('Bu neden için dosya zorunludur.');
    if (files.some(({ type, size }) => !FILE_TYPES.includes(type) || size === 0)) throw this.bad('Dosya geçersiz.');
    for (const item of items) claims.move(claim, item, reason === ANALYSIS ? 'InAnalysis' : knobs.afterIssue, null);
    this.done(items);
    return '200 OK';
  }

  private find(id: string | undefined): Claim {
    this.around.claims.advance();
    const claim = this.around.claims.get(id ?? '');
    if (!claim) throw refusedOrder(404, 'Not Found', 'İade talebi bulunamadı.');
    return claim;
  }

  private items(claim: Claim, ids: readonly unknown[]): ClaimItem[] {
    if (ids.length === 0) throw this.bad('İade kalemi zorunludur.');
    const items = ids.map((id) => claim.items.find((item) => item.id === id));
    if (!items.every((item) => item !== undefined)) throw this.bad('İade kalemi bulunamadı.');
    for (const { id, waitings } of items) {
      if (this.answered.get(id) === waitings) this.secondActs++;
      this.countOf(id).asked++;
    }
    if (items.some(({ status }) => status !== 'WaitingInAction'))
      throw this.bad('İade kalemi aksiyon alınabilir bir durumda değil.');
    return items;
  }

  private done(items: readonly ClaimItem[]): void {
    for (const { id, waitings } of items) {
      this.answered.set(id, waitings);
      this.countOf(id).done++;
    }
  }

  private countOf(id: string): { asked: number; done: number } {
    const count = this.counts.get(id) ?? { asked: 0, done: 0 };
    this.counts.set(id, count);
    return count;
  }

  private bad(message: string): ProviderError {
    return refusedAct(message, this.around.now());
  }
}

async function filesIn(body: Call['body'], type: string | undefined, field: string): Promise<Blob[]> {
  if (!type?.startsWith('multipart/form-data')) return [];
  const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => undefined);
  return (form?.getAll(field) ?? []).flatMap((value) => (value instanceof Blob ? [value] : []));
}
