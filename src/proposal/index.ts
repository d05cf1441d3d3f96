import approve from './proposal.approve';
import itemSkip from './proposal.item.skip';
import reject from './proposal.reject';
import submit from './proposal.submit';
import withdraw from './proposal.withdraw';
import get from './proposals.get';
import list from './proposals.list';
import resume from './proposals.resume';

export default [submit, withdraw, approve, reject, itemSkip, list, get, resume];
