const shapes = {
  scales:
    'M12 4v16M8 20h8M4.5 7.5L12 6l7.5 1.5M4.5 7.5L2 14a2.6 2.6 0 0 0 5 0zM19.5 7.5L17 14a2.6 2.6 0 0 0 5 0z',
  today: 'M4 13a8 8 0 1 1 16 0M12 13l4-4M4 17h16',
  chart: 'M4 20h16M7 20v-7M12 20V6M17 20v-10',
  deposit: 'M12 3v11M7.5 10L12 14.5 16.5 10M4 16v3a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-3',
  withdrawal: 'M12 14.5V3.5M7.5 8L12 3.5 16.5 8M4 16v3a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-3',
  members:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0M16 4.5a3.3 3.3 0 0 1 0 6.2M18 14.2a6.5 6.5 0 0 1 3.5 5.8',
  gift: 'M4 11h16v9H4zM3 7.5h18V11H3zM12 7.5V20M12 7.5C8.5 7.5 6.5 6.3 6.5 4.7c0-2.9 5-2 5.5 2.8M12 7.5c3.5 0 5.5-1.2 5.5-2.8 0-2.9-5-2-5.5 2.8',
  payout: 'M3 6h18v12H3zM3 10h18M6.5 14.5h4',
  agents:
    'M12 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM5 20a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM19 20a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM12 8v4M5 15v-3h14v3',
  site: 'M7 2.5h10a1.5 1.5 0 0 1 1.5 1.5v16a1.5 1.5 0 0 1-1.5 1.5H7A1.5 1.5 0 0 1 5.5 20V4A1.5 1.5 0 0 1 7 2.5zM5.5 9.5h13M9 13.5h6M9 16.5h4',
  rules:
    'M4 7h9M17 7h3M15 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM4 17h3M11 17h9M9 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  venues: 'M4 20V9l8-5 8 5v11M4 20h16M9 20v-6h6v6M12 9.5v.2',
  adjust: 'M12 4v7M8.5 7.5h7M5 20l14-14M13.5 17.5h6',
  callback:
    'M4 6.5A1.5 1.5 0 0 1 5.5 5h13A1.5 1.5 0 0 1 20 6.5v8a1.5 1.5 0 0 1-1.5 1.5H10l-4.5 4v-4A1.5 1.5 0 0 1 4 14.5zM8 9h8M8 12h5',
  shield: 'M12 3l7.5 3v5.5c0 4.6-3 8-7.5 9.5-4.5-1.5-7.5-4.9-7.5-9.5V6zM12 8v4.5M12 15.5v.2',
  care: 'M12 20.5C5.5 16 3 12.8 3 9.2A4.7 4.7 0 0 1 12 7.4a4.7 4.7 0 0 1 9 1.8c0 3.6-2.5 6.8-9 11.3z',
  activity: 'M4 5h16v14H4zM4 9h16M8 13h4M8 16h7M16 12.5l1.5 1.5',
  bets: 'M5 4h10l4 4v12H5zM14.5 4v4.5H19M8.5 12.5h.2M12 12.5h.2M15.5 12.5h.2M8.5 16h.2M12 16h.2M15.5 16h.2',
  audit: 'M7 3h8l4 4v14H7a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM14.5 3v4.5H19M9 12h6M9 16h6',
  staff:
    'M12 3l7 3v5c0 4.6-2.9 8.3-7 10-4.1-1.7-7-5.4-7-10V6zM12 12a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6zM8.2 16.4a4.2 4.2 0 0 1 7.6 0',
  key: 'M8 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM12.5 12H21M17.5 12v4M20.5 12v2.5',
  identity:
    'M3 5h18v14H3zM8.5 11.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM5.5 16a3 3 0 0 1 6 0M14 9.5h4M14 13h4',
  person: 'M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5a7.5 7.5 0 0 1 15 0',
  file: 'M12 3v10M8 9.5l4 4 4-4M5 15.5V19a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-3.5',
  folder: 'M4 8h16v11H4zM9 8V5.5h6V8M4 13h16M12 12v2.5',
  view: 'M4 5h16l-6.2 7.4V19l-3.6-2v-4.6z',
  columns: 'M4 5h16v14H4zM9.5 5v14M15 5v14',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.4 9.3a2.7 2.7 0 1 1 3.9 2.5c-.9.5-1.3 1-1.3 2M12 16.7v.2',
  refresh: 'M20 11.5A8 8 0 1 0 18 17.3M20 5v6.5h-6.5',
  leave: 'M14 4H6a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h8M10 12h11M17.5 8.5L21 12l-3.5 3.5',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
  auto: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 3v18M15 6v12M18 8.5v7',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l4.5 4.5',
  mail: 'M4 5h16v14H4zM4 7.5l8 6 8-6',
  copy: 'M9 9h10a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1zM16 9V5a1 1 0 0 0-1-1H5a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h3',
  done: 'M5 12.5l4.5 4.5L19 7.5',
  close: 'M6 6l12 12M18 6L6 18',
  open: 'M9 5l7 7-7 7',
  back: 'M15 5l-7 7 7 7',
  up: 'M6 15l6-6 6 6',
  down: 'M6 9l6 6 6-6',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  hand: 'M8 12V5.5a1.5 1.5 0 0 1 3 0V11M11 11V4a1.5 1.5 0 0 1 3 0v7M14 11V5.5a1.5 1.5 0 0 1 3 0V14c0 4-2.5 7-6.5 7-3 0-4.6-1.4-6-4l-1.8-3.4a1.5 1.5 0 0 1 2.6-1.5L8 15',
  barred:
    'M6 11h12a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1v-8a1 1 0 0 1 1-1zM8 11V7.5a4 4 0 0 1 8 0V11M12 15v2.5',
  nothing: 'M4 13l2.5-8h11L20 13v6a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zM4 13h5a3 3 0 0 0 6 0h5',
  failed: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7.5v6M12 16.5v.2',
} as const
export type IconName = keyof typeof shapes

/** A drawn sign in the colour of its text; always beside a label or inside a labelled control. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={size > 32 ? 1.2 : 1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      focusable="false"
      style={{ flex: 'none', verticalAlign: '-0.2em' }}
    >
      <path d={shapes[name]} />
    </svg>
  )
}
