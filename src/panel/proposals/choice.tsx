import { Radio, Stack } from '@mantine/core';
import { Fragment } from 'react';
import { changeKey } from '../parts/changes';
import { useMeanings } from '../parts/meaning';
import { FieldName, isPlain, Plain } from '../parts/value';
import { filled, useText } from '../text/text';
import type { FreshItem } from './fresh';
import { worksOn } from './order';

/** The owner's choice for the item at which a proposal has stopped. */
export type Choice = 'accept' | 'skip' | 'retry';

const FIELDS_MAX = 3;

interface ChoiceTextProps {
  readonly item: Pick<FreshItem, 'currentPreview'>;
  readonly choice: Choice;
}

/** Tells the effect of a choice, with its values, at the place of the decision. */
export function ChoiceText({ item: { currentPreview }, choice }: ChoiceTextProps) {
  const { proposals } = useText();
  const { meanings } = useMeanings();
  if (choice === 'retry') return proposals.decideRetry;
  const changes = currentPreview?.changes ?? [];
  const plain = changes.filter(({ before, after, cut }) => !cut && isPlain(before) && isPlain(after));
  const shown = plain.slice(0, FIELDS_MAX);
  if (shown.length === 0) return choice === 'accept' ? proposals.decideAcceptWhole : proposals.decideSkip;
  const more = changes.length - shown.length;
  const said = shown.map((change, index) => {
    const { entity, field, before, after } = change;
    const place = meanings(entity, field);
    return (
      <Fragment key={changeKey(change)}>
        {index > 0 && ', '}
        {filled(choice === 'accept' ? proposals.becomes : proposals.stays, {
          field: <FieldName field={field} place={place} />,
          was: <Plain place={place} value={before} />,
          is: <Plain place={place} value={after} />,
        })}
      </Fragment>
    );
  });
  return filled(choice === 'accept' ? proposals.decideAccept : proposals.decideSkipKeeps, {
    changes: (
      <>
        {said}
        {more > 0 && ` ${proposals.moreFields(more)}`}
      </>
    ),
  });
}

interface ChoicesProps {
  readonly item: FreshItem;
  readonly choice: Choice | null;
  readonly onChoose: (choice: Choice) => void;
}

/** Asks the owner what becomes of the item at which the proposal has stopped. */
export function Choices({ item, choice, onChoose }: ChoicesProps) {
  const texts = useText();
  return (
    <Radio.Group
      mt="md"
      label={texts.proposals.decision}
      value={choice}
      onChange={(chosen) => onChoose(chosen as Choice)}
    >
      <Stack gap="xs" mt="xs">
        {item.currentPreview ? (
          <Radio value="accept" label={<ChoiceText item={item} choice="accept" />} />
        ) : (
          <Radio value="retry" label={<ChoiceText item={item} choice="retry" />} />
        )}
        {!worksOn(item) && <Radio value="skip" label={<ChoiceText item={item} choice="skip" />} />}
      </Stack>
    </Radio.Group>
  );
}
