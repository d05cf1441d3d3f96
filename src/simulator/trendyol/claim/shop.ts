import { type Endpoint, endpoint } from '../../kit/endpoint';
import type { Provider } from '../../kit/server';
import type { LimitedGroup } from '../listing/limits';
import type { Book as Orders } from '../order/book';
import { ClaimActs } from './acts';
import { Claims } from './book';
import { claimResources } from './control';
import { type ClaimKnobs, usualClaimKnobs } from './knobs';
import { claimPage } from './lists';
import { issueReasons } from './reasons';

const CLAIMS = '/order/sellers/{sellerId}/claims';
const APPROVE = `PUT ${CLAIMS}/{claimId}/items/approve`;
const ISSUE = `POST ${CLAIMS}/{claimId}/issue`;

const flat = (perMinute: number): LimitedGroup['perMinute'] => [perMinute, perMinute, perMinute, perMinute, perMinute];

/** Limits in a minute (providers.md §2.2). Acts share theirs: whether each has its own is not documented, so the lower one holds. */
export const claimLimits: readonly LimitedGroup[] = [
  { name: 'claimActs', perMinute: flat(5), has: (name) => name === APPROVE || name === ISSUE },
  { name: 'claims', perMinute: flat(1_000), has: (name) => name === `GET ${CLAIMS}` },
];

interface Surroundings {
  readonly orders: Pick<Orders, 'get'>;
  readonly now: () => number;
  readonly scale: () => number;
}

/** The claim services of the marketplace. */
export class ClaimShop {
  readonly endpoints: readonly Endpoint[];
  readonly resources: Provider<string>['resources'];
  private readonly knobs: ClaimKnobs = { ...usualClaimKnobs };
  private readonly acts: ClaimActs;

  constructor({ orders, now, scale }: Surroundings) {
    const { knobs } = this;
    const claims = new Claims({ orders, knobs, now, scale });
    const acts = new ClaimActs({ claims, knobs, now, scale });
    this.acts = acts;
    this.endpoints = [
      endpoint(`GET ${CLAIMS}`, ({ query }) => {
        claims.advance();
        return claimPage({ claims, knobs }, query);
      }),
      endpoint(APPROVE, (call) => acts.approve(call)),
      endpoint(ISSUE, (call) => acts.issue(call)),
      endpoint('GET /order/claim-issue-reasons', () =>
        Object.entries(issueReasons).map(([id, name]) => ({ id: Number(id), name })),
      ),
    ];
    this.resources = claimResources({ claims, acts, knobs });
  }

  measures(): { claimsActedTwice: number } {
    return { claimsActedTwice: this.acts.secondActs };
  }
}
