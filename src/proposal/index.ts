import type { Noun } from '../noun';
import entities from './entities';
import { item } from './item/table';
import approve from './proposal.approve';
import approvePart from './proposal.approvePart';
import askForChanges from './proposal.askForChanges';
import finish from './proposal.finish';
import itemLeaveOut from './proposal.item.leaveOut';
import itemSettle from './proposal.item.settle';
import itemSkip from './proposal.item.skip';
import pause from './proposal.pause';
import reject from './proposal.reject';
import submit from './proposal.submit';
import withdraw from './proposal.withdraw';
import get from './proposals.get';
import list from './proposals.list';
import resume from './proposals.resume';
import { refusals } from './refusals';
import { proposal } from './table';
import { proposalWork } from './work';

export default {
  capabilities: [
    submit,
    withdraw,
    approve,
    reject,
    itemSkip,
    itemSettle,
    itemLeaveOut,
    pause,
    finish,
    list,
    get,
    resume,
  ],
  account: [approvePart, askForChanges],
  entities,
  tables: [item, proposal],
  works: [proposalWork],
  refusals,
} satisfies Noun;
