// @ts-check
/** One of the server's films with its player, for the studio, whose own page may play none. */

const FILM = /^\/assets\/[0-9a-f]+\.webm$/;

const src = new URLSearchParams(location.search).get("src") ?? "";
if (FILM.test(src)) {
  const film = document.createElement("video");
  Object.assign(film, { src, controls: true, loop: true, muted: true, autoplay: true });
  document.body.append(film);
}
