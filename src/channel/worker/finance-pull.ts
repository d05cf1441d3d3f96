import { financePull } from '../finance/declaration';
import { financeMirror } from '../finance/mirror';
import { mirrorSteps } from '../mirror/pull';

export const financePullSteps = mirrorSteps(financePull, financeMirror);
