import type { Operation } from '../../provider/port';
import { claimsPull } from '../claim/declaration';
import { financePull } from '../finance/declaration';
import type { Fields, JobKind, Values } from '../job/declaration';
import { ordersPull } from '../pull/declaration';
import { pushNeeds } from '../push/ask';
import { offersPush, pushInput } from '../push/declaration';
import { questionsPull } from '../question/declaration';

/** The tasks by which a channel is kept in step, as callers name them (spec §4). */
export const syncTaskWords = {
  stock: ['stok', 'stock'],
  price: ['fiyat', 'prices'],
  orders: ['siparişler', 'orders'],
  reconcile: ['karşılaştırma', 'comparison'],
  finance: ['hakedişler', 'settlements'],
  claims: ['iadeler', 'claims'],
  questions: ['sorular', 'questions'],
} as const;
export type SyncTaskName = keyof typeof syncTaskWords;
export const syncTaskNames = Object.keys(syncTaskWords) as SyncTaskName[];

/** The scope of a task, as its caller states it. */
export interface SyncScope {
  /** The beginning of the time that a reading task covers. */
  readonly since: string | null;
  /** Tasks about listings are about these alone; null: about all. */
  readonly listingIds: readonly string[] | null;
}

export interface SyncTask<I extends Fields = Fields> {
  readonly kind: Pick<JobKind<I>, 'begins'>;
  /** Operations of the marketplace that the task uses, whoever asks for it: a person, or the clock. */
  readonly needs: readonly Operation[];
  /** Parts of the scope that it takes; any other is refused. */
  readonly takes: readonly (keyof SyncScope)[];
  input(scope: SyncScope): Values<I>;
}

const task = <I extends Fields>(declared: SyncTask<I>): SyncTask => declared as unknown as SyncTask;

/** The kinds of jobs that do the tasks. */
export const syncKinds = [ordersPull, offersPush, claimsPull, questionsPull, financePull] as const;

/** The task behind each name. */
export const syncTasks: Readonly<Record<SyncTaskName, SyncTask>> = {
  stock: task({
    kind: offersPush,
    needs: pushNeeds.operations,
    takes: ['listingIds'],
    input: ({ listingIds }) => pushInput('send', { listingIds, looksAtAll: true }),
  }),
  // A caller who names listings has seen their prices.
  price: task({
    kind: offersPush,
    needs: pushNeeds.operations,
    takes: ['listingIds'],
    input: ({ listingIds }) => pushInput('send', { listingIds, confirms: listingIds !== null, looksAtAll: true }),
  }),
  reconcile: task({
    kind: offersPush,
    needs: pushNeeds.operations,
    takes: ['listingIds'],
    input: ({ listingIds }) => pushInput('compare', { listingIds }),
  }),
  orders: task({
    kind: ordersPull,
    needs: ['packages', 'packagesById', 'packagesOfOrder'],
    takes: ['since'],
    input: ({ since }) => ({ since, censusDays: null }),
  }),
  finance: task({
    kind: financePull,
    needs: ['settlements', 'cargoCosts'],
    takes: ['since'],
    input: ({ since }) => ({ since }),
  }),
  questions: task({
    kind: questionsPull,
    needs: ['questions', 'question'],
    takes: ['since'],
    input: ({ since }) => ({ since }),
  }),
  claims: task({
    kind: claimsPull,
    needs: ['claims', 'claimsById'],
    takes: ['since'],
    input: ({ since }) => ({ since }),
  }),
};
