import approve from './proposal.approve';
import finish from './proposal.finish';
import itemSettle from './proposal.item.settle';
import itemSkip from './proposal.item.skip';
import pause from './proposal.pause';
import reject from './proposal.reject';
import submit from './proposal.submit';
import withdraw from './proposal.withdraw';
import get from './proposals.get';
import list from './proposals.list';
import resume from './proposals.resume';

export default [submit, withdraw, approve, reject, itemSkip, itemSettle, pause, finish, list, get, resume];
