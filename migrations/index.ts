import { Kernel1763700000000 } from './1763700000000-kernel';
import { Catalog1763700100000 } from './1763700100000-catalog';
import { Extension1763700200000 } from './1763700200000-extension';
import { Channel1763700300000 } from './1763700300000-channel';
import { StorefrontKv1763700400000 } from './1763700400000-storefront-kv';
import { Proposal1763700500000 } from './1763700500000-proposal';
import { Credentials1763700600000 } from './1763700600000-credentials';
import { Recording1763700610000 } from './1763700610000-recording';
import { ProposalFailure1763700620000 } from './1763700620000-proposal-failure';
import { ChannelListingItem1763700630000 } from './1763700630000-channel-listing-item';
import { ChannelJobBounds1763700630001 } from './1763700630001-channel-job-bounds';
import { AuditEntity1763700640000 } from './1763700640000-audit-entity';
import { AmountDrift1763700650000 } from './1763700650000-amount-drift';
import { RuntimeLogin1763700660000 } from './1763700660000-runtime-login';
import { MailCap1763700680000 } from './1763700680000-mail-cap';
import { AuditConcerned1763800000000 } from './1763800000000-audit-concerned';
import { AmountPlace1763810000000 } from './1763810000000-amount-place';
import { OutboxRefusal1763810001000 } from './1763810001000-outbox-refusal';
import { OpenWork1763820000000 } from './1763820000000-open-work';
import { OutboxClaim1763820001000 } from './1763820001000-outbox-claim';
import { ChannelJobPart1763830000000 } from './1763830000000-channel-job-part';
import { ChannelJobPatience1763830001000 } from './1763830001000-channel-job-patience';
import { CredentialEnd1763840000000 } from './1763840000000-credential-end';
import { AuditParts1763850000000 } from './1763850000000-audit-parts';
import { AmountMarks1763850001000 } from './1763850001000-amount-marks';
import { Media1763867000000 } from './1763867000000-media';
import { OpenRows1763868100000 } from './1763868100000-open-rows';
import { StorefrontMark1763868200000 } from './1763868200000-storefront-mark';
import { StoresListed1763868201000 } from './1763868201000-stores-listed';
import { PersonalKey1763868300000 } from './1763868300000-personal-key';
import { HashManner1763868400000 } from './1763868400000-hash-manner';
import { UndoSubject1763868401000 } from './1763868401000-undo-subject';
import { UploadShare1763868500000 } from './1763868500000-upload-share';
import { Overtaken1763868600000 } from './1763868600000-overtaken';
import { CallCount1763868700000 } from './1763868700000-call-count';

/** In order. A released migration is never edited. */
export const migrations = [
  Kernel1763700000000,
  Catalog1763700100000,
  Extension1763700200000,
  Channel1763700300000,
  StorefrontKv1763700400000,
  Proposal1763700500000,
  Credentials1763700600000,
  Recording1763700610000,
  ProposalFailure1763700620000,
  ChannelListingItem1763700630000,
  ChannelJobBounds1763700630001,
  AuditEntity1763700640000,
  AmountDrift1763700650000,
  RuntimeLogin1763700660000,
  MailCap1763700680000,
  AuditConcerned1763800000000,
  AmountPlace1763810000000,
  OutboxRefusal1763810001000,
  OpenWork1763820000000,
  OutboxClaim1763820001000,
  ChannelJobPart1763830000000,
  ChannelJobPatience1763830001000,
  CredentialEnd1763840000000,
  AuditParts1763850000000,
  AmountMarks1763850001000,
  Media1763867000000,
  OpenRows1763868100000,
  StorefrontMark1763868200000,
  StoresListed1763868201000,
  PersonalKey1763868300000,
  HashManner1763868400000,
  UndoSubject1763868401000,
  UploadShare1763868500000,
  Overtaken1763868600000,
  CallCount1763868700000,
];
