import { artUrl } from '../../client/slots/Reels.tsx'
import type { Skin } from './skins.ts'

/**
 * The frame of the game as plain HTML, with the sizes of what replaces it: it stands until the
 * script has come, so the scene shows early and nothing jumps.
 */
export function frameHtml(code: string, skin: Skin): string {
  return (
    `<div class="g c3 wide reeled" data-room="${skin.room}"><header class="hud"><div class="hud-bar"><span class="exit"></span><div class="hud-t"><b>${skin.name}</b><span class="sand">沙盒·试玩币</span></div><span class="icon"></span></div><dl class="facts"></dl></header>` +
    `<main class="main end"><div class="scene-w"><img class="scene" src="${artUrl(`scene-${code}`)}" alt=""><div>${skin.tagline}</div></div>` +
    '<div class="cab"><div class="reels"><div class="reel"></div><div class="reel"></div><div class="reel"></div></div></div><div class="msg"><span>正在进入…</span></div><dl class="stats only-tall"><div><dt>&nbsp;</dt><dd>&nbsp;</dd></div></dl></main>' +
    '<footer class="dock"><div class="sdock"><div class="step"></div><span class="spin" aria-disabled="true"></span><span class="btn wide"></span></div></footer></div>'
  )
}
