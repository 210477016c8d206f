#version 450 core
// passes.frag: one colour a bar.
flat in vec4 v_color;
out vec4 color;

void main() { color = vec4(v_color.rgb * v_color.a, v_color.a); }
