import { Button, Menu } from '@mantine/core';
import { ChevronDownIcon, GearIcon } from '@radix-ui/react-icons';
import { Link } from 'wouter';
import { StoreItems } from '../account/store-items';
import { useWhoami } from '../api/queries';
import { Visible } from '../parts/quoted';
import { useText } from '../text/text';

/** Names the store at the top of the side bar, and leads to the other stores of the log-in. */
export function StoreMenu() {
  const texts = useText();
  const name = useWhoami().data?.store.name ?? '';
  return (
    <Menu position="bottom-start" width={220}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          justify="space-between"
          fullWidth
          mb="xs"
          className="store-menu"
          rightSection={<ChevronDownIcon aria-hidden />}
        >
          <Visible text={name} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <StoreItems />
        <Menu.Item component={Link} href="/account" leftSection={<GearIcon />}>
          {texts.account.title}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
