import { mirrorSteps } from '../mirror/pull';
import { financePull } from './declaration';
import { financeMirror } from './mirror';

export const financePullSteps = mirrorSteps(financePull, financeMirror);
