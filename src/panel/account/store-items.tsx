import { Menu } from '@mantine/core';
import { CheckIcon } from '@radix-ui/react-icons';
import { useStores } from '../api/queries';
import { tellProblem } from '../parts/confirm';
import { Visible } from '../parts/quoted';
import { goTo } from '../session/session';
import { useText } from '../text/text';

/** The stores of the owner in the menu of the account; who has one alone sees nothing of it. */
export function StoreItems() {
  const texts = useText();
  const stores = useStores().data?.pages.flatMap(({ items }) => items) ?? [];
  if (stores.length < 2) return null;
  return (
    <>
      <Menu.Label>{texts.stores.title}</Menu.Label>
      {stores.map(({ id, name, isCurrent }) => (
        <Menu.Item
          key={id}
          disabled={isCurrent}
          {...(isCurrent ? { 'aria-current': 'true' as const, rightSection: <CheckIcon /> } : {})}
          onClick={() => void goTo(id).catch((error) => tellProblem(error, texts))}
        >
          <Visible text={name} />
        </Menu.Item>
      ))}
      <Menu.Divider />
    </>
  );
}
