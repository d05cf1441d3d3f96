import { mirrorSteps } from '../mirror/pull';
import { questionsPull } from '../question/declaration';
import { questionMirror } from '../question/mirror';

export const questionsPullSteps = mirrorSteps(questionsPull, questionMirror);
