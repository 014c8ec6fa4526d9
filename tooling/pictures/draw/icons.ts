/** Line icons of the interface in a field of 24, for pictures that show the interface itself. */
export const icons = {
  menu: '<path d="M4 7h16M4 12h11M4 17h16"/>',
  refresh:
    '<path d="M19.5 12a7.5 7.5 0 0 1-13.3 4.7M4.5 12a7.5 7.5 0 0 1 13.3-4.7"/><path d="M18.5 3.8v3.7h-3.7M5.5 20.2v-3.7h3.7"/>',
  back: '<path d="m14.5 5-7 7 7 7"/>',
  headset:
    '<path d="M4.5 15v-3a7.5 7.5 0 0 1 15 0v3"/><path d="M3.5 14.5A1.5 1.5 0 0 1 5 13h2v6H5a1.5 1.5 0 0 1-1.5-1.5zM20.5 14.5A1.5 1.5 0 0 0 19 13h-2v6h2a1.5 1.5 0 0 0 1.5-1.5zM19 19c0 1.2-1.5 2-4 2h-2"/>',
  deposit:
    '<rect x="3.5" y="7" width="17" height="13" rx="2.5"/><path d="M12 2.8v9.5M8.5 9l3.5 3.5L15.5 9M7.5 16.2h9"/>',
  transfer: '<path d="M4 8.5h15.5M15.5 4.5l4 4-4 4M20 15.5H4.5M8.5 11.5l-4 4 4 4"/>',
  withdraw:
    '<rect x="3.5" y="10" width="17" height="10.5" rx="2.5"/><path d="M12 16.5V3.5M8.5 7 12 3.5 15.5 7M6.5 16h1M16.5 16h1"/>',
  crown: '<path d="m4 8 4 3.5L12 5l4 6.5L20 8l-1.5 9.5h-13zM5.5 20.5h13"/>',
  live: '<rect x="4" y="5.5" width="10" height="14" rx="2" transform="rotate(-8 9 12.5)"/><path d="m15.2 5.3 3.6.6a1.5 1.5 0 0 1 1.2 1.7L18.3 17a1.5 1.5 0 0 1-1.7 1.3"/><path d="M9 9.5c1.3 1.5 2.6 2.3 2.6 3.7 0 1.2-1.5 1.6-2.3.6-.6 1.2-2.2 1-2.4-.1-.2-1.5 1-2.5 2.1-4.2z"/>',
  ball: '<circle cx="12" cy="12" r="8.5"/><path d="m12 8.2 3.7 2.7-1.4 4.4H9.7l-1.4-4.4zM12 8.2V3.5M15.7 10.9l4.6-1.4M14.3 15.3l2.7 3.7M9.7 15.3 7 19M8.3 10.9 3.7 9.5"/>',
  mouse:
    '<rect x="6.5" y="3" width="11" height="18" rx="5.5"/><path d="M6.5 10.5h11M12 3v7.5M12 6.3v1.5"/>',
  mahjong:
    '<rect x="5.5" y="3.5" width="13" height="17" rx="2.5"/><path d="M9 8.5h6v4.5H9zM12 6.3v11.4"/>',
  slot: '<rect x="3.5" y="5.5" width="14" height="13" rx="2.5"/><path d="M8.2 5.5v13M12.8 5.5v13M17.5 11h3V7.5"/><circle cx="20.5" cy="6.5" r=".9"/><path d="M3.5 12h14"/>',
  lotto:
    '<circle cx="9.5" cy="13.5" r="6"/><path d="M13 5.3a5 5 0 1 1 3.7 8.9"/><path d="M8 11.3h3l-1.7 4.4"/>',
  speaker: '<path d="M4 9.5h3l6-4.5v14l-6-4.5H4zM16.5 9a4.2 4.2 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11"/>',
  bank: '<path d="M3.5 9.5 12 4l8.5 5.5zM5.5 9.5V17M9.8 9.5V17M14.2 9.5V17M18.5 9.5V17M3.5 20h17M4.5 17h15"/>',
  usdt: '<circle cx="12" cy="12" r="8.5"/><path d="M9 8v4.6a3 3 0 0 0 6 0V8"/>',
  chat: '<path d="M4 6.5A2.5 2.5 0 0 1 6.5 4h11A2.5 2.5 0 0 1 20 6.5v7a2.5 2.5 0 0 1-2.5 2.5H12l-4.5 4V16h-1A2.5 2.5 0 0 1 4 13.5z"/><path d="M8.5 10h.01M12 10h.01M15.5 10h.01"/>',
  wallet:
    '<path d="M4 7.5A2.5 2.5 0 0 1 6.5 5H17v3"/><path d="M4 7.5V17a2.5 2.5 0 0 0 2.5 2.5h12A1.5 1.5 0 0 0 20 18V9.5A1.5 1.5 0 0 0 18.5 8H5"/><path d="M20 12h-4a1.8 1.8 0 0 0 0 3.6h4"/>',
  gift: '<path d="M4.5 11.5h15v7A1.5 1.5 0 0 1 18 20H6a1.5 1.5 0 0 1-1.5-1.5z"/><path d="M3.5 7.5h17v4h-17zM12 7.5V20M12 7.5C9 7.5 7.5 6.3 7.5 5.2S8.5 3.5 9.5 3.5C11 3.5 12 5.5 12 7.5zM12 7.5c3 0 4.5-1.2 4.5-2.3s-1-1.7-2-1.7C13 3.5 12 5.5 12 7.5z"/>',
  down: '<path d="m6 9.5 6 6 6-6"/>',
  user: '<circle cx="12" cy="8" r="4"/><path d="M4.5 20c.6-3.8 3.5-6 7.5-6s6.9 2.2 7.5 6z"/>',
} as const

export type IconName = keyof typeof icons
