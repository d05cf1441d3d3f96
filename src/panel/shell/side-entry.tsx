import { ActionIcon, Badge, Group, NavLink } from '@mantine/core';
import { ChevronDownIcon, ChevronRightIcon } from '@radix-ui/react-icons';
import { useEffect, useId, useState } from 'react';
import { Link } from 'wouter';
import { useText } from '../text/text';
import { sectionIcons } from './section-icons';
import { isWithin, type Section } from './sections';

interface SideEntryProps {
  readonly section: Section;
  readonly location: string;
  /** Proposals that wait for a decision. */
  readonly waiting: number;
}

/** An entry of the side bar. One with sections below it is a group, which unfolds while one of its pages is shown. */
export function SideEntry(props: SideEntryProps) {
  return (props.section.within ?? []).length === 0 ? <SideLink {...props} /> : <SideGroup {...props} />;
}

function SideGroup(props: SideEntryProps) {
  const { section, location } = props;
  const texts = useText();
  const list = useId();
  const { within = [] } = section;
  const isIn = [section, ...within].some((each) => isWithin(location, each));
  const [isUnfolded, unfold] = useState(isIn);
  useEffect(() => {
    if (isIn) unfold(true);
  }, [isIn]);
  const Chevron = isUnfolded ? ChevronDownIcon : ChevronRightIcon;
  return (
    <div>
      <Group gap={0} wrap="nowrap">
        <SideLink {...props} />
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={texts.shell.pagesOf(texts.nav[section.name])}
          aria-expanded={isUnfolded}
          aria-controls={list}
          onClick={() => unfold(!isUnfolded)}
        >
          <Chevron aria-hidden />
        </ActionIcon>
      </Group>
      <div id={list} className="side-group" hidden={!isUnfolded}>
        {isUnfolded && within.map((each) => <SideLink key={each.path} {...props} section={each} />)}
      </div>
    </div>
  );
}

function SideLink({ section, location, waiting }: SideEntryProps) {
  const texts = useText();
  const { path, name, within = [] } = section;
  const Icon = sectionIcons[name];
  // A group is not the present page while a page below it is.
  const isHere = isWithin(location, section) && !within.some((each) => isWithin(location, each));
  return (
    <NavLink
      component={Link}
      href={path}
      label={texts.nav[name]}
      active={isHere}
      {...(isHere ? { 'aria-current': 'page' as const } : {})}
      leftSection={<Icon width={18} height={18} />}
      rightSection={name === 'proposals' && waiting > 0 && <Waiting count={waiting} />}
    />
  );
}

function Waiting({ count }: { readonly count: number }) {
  const texts = useText();
  return (
    <Badge size="sm" circle color="orange" title={texts.proposals.needsYou}>
      {count}
    </Badge>
  );
}
