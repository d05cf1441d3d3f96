import { ActionIcon, CopyButton } from '@mantine/core';
import { CheckIcon, CopyIcon } from '@radix-ui/react-icons';
import { visibleText } from '../../kernel/schema/visible';
import { useText } from '../text/text';

interface IdentifierProps {
  readonly id: string;
  /** The name of the identified thing, for a reader who does not see beside it. */
  readonly of?: string | undefined;
}

/** An identifier, for those who need it: copied and not read, since what stands there is called by its title. */
export function Identifier({ id, of }: IdentifierProps) {
  const texts = useText();
  const says = visibleText([texts.common.copyId, of].filter((part) => part !== undefined).join(': '));
  return (
    <CopyButton value={id}>
      {({ copied, copy }) => (
        <ActionIcon
          size="xs"
          variant="subtle"
          color="gray"
          className="identifier"
          aria-label={copied ? texts.common.copied : says}
          title={says}
          onClick={copy}
        >
          {copied ? <CheckIcon /> : <CopyIcon />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}
