import { mirrorSteps } from '../mirror/pull';
import { questionsPull } from './declaration';
import { questionMirror } from './mirror';

export const questionsPullSteps = mirrorSteps(questionsPull, questionMirror);
