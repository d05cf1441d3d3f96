import { type NextStep, nextStep as step } from '../kernel/errors';
import type { ProposalState } from './contract';
import type { ItemState } from './item/table';

/** A demand on a proposal by an owner or its token. */
export type Move = 'submit' | 'approve' | 'reject' | 'withdraw' | 'skip' | 'resume';

const OVER = step(
  'Bu öneri kapandı. Başka değişiklikler yeni bir öneriyle gelir.',
  'It is over. Further changes go into a new proposal.',
);
const APPLIED = step(
  'Hepsi işlendi. Uygulananları öneri sayfasından veya işlem geçmişinden geri alabilirsiniz.',
  'It has been applied to its end. What it changed can be taken back on its page, or row by row with the audit log.',
);
const IS_APPLYING = step(
  'Onaylandı ve uygulanıyor: bitmesini veya durmasını bekleyin; durdurmak için geri çekin.',
  'It was approved and is being applied: wait until it has ended or paused, or withdraw it to stop.',
);
const IS_PAUSED = step(
  'Zaten onaylandı ve bir öğede durdu: o öğeyi atlayın, yeni halini kabul edin veya yeniden deneyin; vazgeçmek için geri çekin.',
  'It was approved before and has paused at an item: skip that item, accept its new version or try it again with proposals.resume; or withdraw the rest.',
);
const NOT_SUBMITTED = step(
  'Ajan henüz göndermedi: göndermesini bekleyin veya öneriyi geri çekin.',
  'It is not submitted yet: wait for proposal.submit of its token, or withdraw it.',
);
const IS_RECORDED = step(
  'Toplu işlem hâlâ hazırlanıyor: hazır olunca onaya kendiliğinden gelir; vazgeçmek için geri çekin.',
  'The calls of this bulk act are still being recorded: it is submitted by itself; to give it up, withdraw it.',
);
const SUBMITTED = step(
  'Gönderildi, mağaza sahibinin kararını bekliyor. Değiştirmek için geri çekip yeniden hazırlayın.',
  'It is submitted and waits for the owner. To change it, withdraw it and record what should stay anew.',
);
const NOTHING_HELD = step(
  'Devam edilecek bir şey yok: önce onaylanması gerekir.',
  'There is nothing to resume: the owner has not approved it yet.',
);
const DONE_BY_ITSELF = step(
  'Devam edilecek bir şey yok: öneri kendiliğinden sürüyor.',
  'There is nothing to resume: it goes on by itself, or somebody has resumed it already.',
);

const closed = { applied: APPLIED, rejected: OVER, withdrawn: OVER };
const decided = { open: NOT_SUBMITTED, submitted: SUBMITTED, applying: IS_APPLYING, paused: IS_PAUSED, ...closed };

const steps: Readonly<Record<Move, Readonly<Record<ProposalState, NextStep>>>> = {
  submit: decided,
  approve: decided,
  reject: decided,
  withdraw: decided,
  skip: decided,
  resume: { ...decided, open: NOTHING_HELD, submitted: NOTHING_HELD, applying: DONE_BY_ITSELF },
};

/** The next step for a proposal in a state from which it cannot be moved in this way. @param isBulk it is a bulk act of an owner */
export const stepAfter = (move: Move, state: ProposalState, isBulk: boolean): NextStep =>
  isBulk && state === 'open' ? IS_RECORDED : steps[move][state];

const WAITS = step(
  'Öğe sırasını bekliyor: öneri durunca veya gönderilince karar verin.',
  'The item waits for its turn: decide on it once the proposal is submitted or has paused at it.',
);

const ofItems: Readonly<Record<ItemState, NextStep>> = {
  pending: WAITS,
  stale: WAITS,
  refused: WAITS,
  failed: WAITS,
  started: step(
    'İşi sürüyor: bitmesini bekleyin ya da devam ettirin; beklemek istemiyorsanız öneriyi geri çekin.',
    'Its work goes on: resuming waits for its end; to wait no longer, withdraw the proposal.',
  ),
  applied: step(
    'Uygulandı: vazgeçmek için değişikliği işlem geçmişinden geri alın.',
    'It is applied: to undo it, take its change back with the audit log.',
  ),
  skipped: step(
    'Zaten atlandı. Yine de isteniyorsa yeni bir öneriyle gelmesi gerekir.',
    'It is skipped already. If it is wanted after all, it is proposed anew.',
  ),
  left_running: step(
    'Öneri geri çekildi; başlattığı işin sonucunu işler sayfasında görürsünüz.',
    'The proposal was withdrawn; what comes of the work is told by its job.',
  ),
  dropped: OVER,
};

/** The next step for an item in a state from which it cannot be moved in this way. */
export const stepAfterItem = (state: ItemState): NextStep => ofItems[state];

export const stepWithoutPreview = step(
  'Öğenin kabul edilecek yeni bir hali yok: seçim yapmadan devam edin, yeniden denenir; ya da atlayın.',
  'There is no new version to accept: resume without naming the item and it is tried again, or skip it.',
);

export const stepOfGoneCommand = step(
  'Bu işlem artık yok: öğeyi atlayın.',
  'The command is no longer there: skip the item.',
);

export const stepOfChange = step(
  'Öneriyi yeniden açın, neyin değiştiğine bakın, sonra karar verin.',
  'Open it again (proposals.get, the owner with fresh=true), look at what has changed, and decide on the hash that it has then.',
);
