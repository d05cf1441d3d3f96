import { Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { mayMove, type ReturnState, type ReturnTrigger } from '../../order/return/state';
import { useCarrierNames } from '../api/orders';
import { useCheckoutSettings } from '../api/shop';
import type { ListedReturn } from '../api/types';
import { useChoices, useLabel, useMay } from '../parts/meaning';
import { count } from '../text/format';
import { useText } from '../text/text';
import { BulkButton, BulkDialog } from './dialog';

type Row = Pick<ListedReturn, 'id' | 'state'>;

/** Shows the acts that fit some of the selected returns by their states; the shop says of each whether it is allowed. */
export function ReturnActs({ rows }: { readonly rows: readonly Row[] }) {
  const { approve, receive, reject, refund } = useText().bulk.returns;
  const may = useMay();
  const inReach = (by: ReturnTrigger, ...to: readonly ReturnState[]): string[] =>
    rows.filter(({ state }) => to.some((next) => mayMove(state, by, next))).map(({ id }) => id);
  const acts = [
    { act: approve.act, ids: inReach('order.return.approve', 'approved'), Shown: ApproveDialog },
    { act: receive.act, ids: inReach('order.return.receive', 'received', 'refunded'), Shown: ReceiveDialog },
    ...(may('bulk.returns.refund')
      ? [{ act: refund.act, ids: inReach('order.return.settle', 'refunded'), Shown: RefundDialog }]
      : []),
    { act: reject.act, ids: inReach('order.return.reject', 'rejected'), Shown: RejectDialog },
  ];
  return acts.map(({ act, ids, Shown }) =>
    ids.length === 0 ? null : (
      <BulkButton key={act} act={act}>
        {(close) => <Shown ids={ids} onClose={close} />}
      </BulkButton>
    ),
  );
}

interface ReturnsDialogProps {
  readonly ids: readonly string[];
  readonly onClose: () => void;
}

function ApproveDialog({ ids, onClose }: ReturnsDialogProps) {
  const texts = useText();
  const words = texts.bulk.returns.approve;
  const usual = useCheckoutSettings().data?.checkoutSettings?.returnCarrier ?? null;
  const carriers = useCarrierNames();
  const [carrier, setCarrier] = useState<string | null>(null);
  const [text, setText] = useState('');
  const chosen = carrier ?? usual;
  return (
    <BulkDialog
      title={words.title(count(ids.length, texts))}
      act="return-approvals"
      ids={ids}
      terms={{ ...(chosen ? { carrier: chosen } : {}), ...(text.trim() ? { text: text.trim() } : {}) }}
      onClose={onClose}
    >
      <Select
        label={texts.bulk.ship.carrier}
        data-autofocus
        searchable
        value={chosen}
        onChange={setCarrier}
        data={Object.entries(carriers).map(([value, label]) => ({ value, label }))}
      />
      <Textarea
        label={words.text}
        autosize
        minRows={2}
        maxLength={2_000}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </BulkDialog>
  );
}

function ReceiveDialog({ ids, onClose }: ReturnsDialogProps) {
  const texts = useText();
  const words = texts.bulk.returns.receive;
  const label = useLabel('orderReturn', 'receipts', 'condition');
  const conditions = useChoices('orderReturn', 'receipts', 'condition');
  const [condition, setCondition] = useState<string | null>('saleable');
  return (
    <BulkDialog
      title={words.title(count(ids.length, texts))}
      act="return-receipts"
      ids={ids}
      terms={condition === null ? null : { condition }}
      onClose={onClose}
    >
      <Select
        label={label}
        description={words.hint}
        data-autofocus
        allowDeselect={false}
        value={condition}
        onChange={setCondition}
        data={conditions}
      />
    </BulkDialog>
  );
}

function RejectDialog({ ids, onClose }: ReturnsDialogProps) {
  const texts = useText();
  const words = texts.bulk.returns.reject;
  const groundLabel = useLabel('orderReturn', 'rejection', 'ground');
  const grounds = useChoices('orderReturn', 'rejection', 'ground');
  const [ground, setGround] = useState<string | null>(null);
  const [text, setText] = useState('');
  return (
    <BulkDialog
      title={words.title(count(ids.length, texts))}
      act="return-rejections"
      ids={ids}
      terms={ground === null || text.trim() === '' ? null : { ground, text: text.trim() }}
      onClose={onClose}
    >
      <Select
        label={groundLabel}
        data-autofocus
        allowDeselect={false}
        value={ground}
        onChange={setGround}
        data={grounds}
      />
      <Textarea
        label={words.text}
        autosize
        minRows={2}
        maxLength={2_000}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </BulkDialog>
  );
}

function RefundDialog({ ids, onClose }: ReturnsDialogProps) {
  const texts = useText();
  const words = texts.bulk.returns.refund;
  const [reason, setReason] = useState<string>(texts.returns.refundReason);
  return (
    <BulkDialog
      title={words.title(count(ids.length, texts))}
      act="return-refunds"
      ids={ids}
      terms={reason.trim() === '' ? null : { reason: reason.trim() }}
      onClose={onClose}
    >
      <TextInput
        label={words.reason}
        description={words.hint}
        data-autofocus
        maxLength={300}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </BulkDialog>
  );
}
