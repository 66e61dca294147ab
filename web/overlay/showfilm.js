// @ts-check
/** Shows one uploaded film in a video player. The studio frames this page, because its own policy allows no films. */

const FILM = /^\/assets\/[0-9a-f]+\.webm$/;

const src = new URLSearchParams(location.search).get("src") ?? "";
if (FILM.test(src)) {
  const film = document.createElement("video");
  Object.assign(film, { src, controls: true, loop: true, muted: true, autoplay: true });
  document.body.append(film);
}
