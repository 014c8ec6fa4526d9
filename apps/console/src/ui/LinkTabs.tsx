import css from './linktabs.module.css'

/** Tabs that are places: each has its address, so it can be linked to and opened beside. */
export function LinkTabs({
  label,
  tabs,
  current,
}: {
  label: string
  tabs: { key: string; text: string; href: string; count?: number | undefined }[]
  current: string
}) {
  return (
    <nav className={css.tabs} aria-label={label}>
      {tabs.map(tab => (
        <a key={tab.key} href={tab.href} aria-current={tab.key === current ? 'true' : undefined}>
          {tab.text}
          {tab.count ? <span>{tab.count}</span> : null}
        </a>
      ))}
    </nav>
  )
}
