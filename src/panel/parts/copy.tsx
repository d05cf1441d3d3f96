import { Button, CopyButton } from '@mantine/core';
import { CheckIcon, CopyIcon } from '@radix-ui/react-icons';
import { useText } from '../text/text';

interface CopyProps {
  readonly value: string;
  /** The name of the copied value, for a reader who does not see beside it. */
  readonly of: string;
  readonly autoFocus?: boolean;
}

/** Copies a text. The button says so once it is done. */
export function Copy({ value, of, autoFocus = false }: CopyProps) {
  const { common } = useText();
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => {
        const said = copied ? common.copied : common.copy;
        return (
          <Button
            variant="default"
            size="xs"
            flex="none"
            aria-label={`${said}: ${of}`}
            {...(autoFocus ? { 'data-autofocus': true } : {})}
            leftSection={copied ? <CheckIcon /> : <CopyIcon />}
            onClick={copy}
          >
            {said}
          </Button>
        );
      }}
    </CopyButton>
  );
}
